/** Number of attempts: someone else may change the credential at the same time, and it is then read again. */
const TRIES = 5

/** Adds an uploaded file to those that the credential has now: none that was added meanwhile is lost. */
export async function attachFile(client, id, fileId) {
  for (let left = TRIES; ; left -= 1) {
    const { fileIds, updatedAt } = await client.call('GET /api/credentials/{id}', { params: { id } })
    try {
      return await client.call('PATCH /api/credentials/{id}', {
        params: { id },
        body: { fileIds: [...fileIds, fileId] },
        seen: updatedAt,
      })
    } catch (error) {
      if (error.code !== 'changed_meanwhile' || left <= 1) throw error
    }
  }
}
