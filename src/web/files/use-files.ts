import { useQueries } from '@tanstack/react-query'
import { pictureSides } from '#shared/files/picture-sides.ts'
import { fileQuery } from './api.ts'
import { isPicture } from './use-uploads.ts'

/** The files of a record, in its order, each with the side of a card that it shows. */
export function useFiles(fileIds: string[]) {
  const files = useQueries({ queries: fileIds.map(fileQuery) })
  const sides = pictureSides(
    files.map(({ data }) => ({ name: data?.name ?? '', isPicture: data ? isPicture(data) : false })),
  )
  return files.map(({ data, isPending, isError, refetch }, index) => ({
    id: fileIds[index] ?? '',
    file: data ?? null,
    side: sides[index] ?? null,
    isPending,
    isError,
    refetch: () => void refetch(),
  }))
}
