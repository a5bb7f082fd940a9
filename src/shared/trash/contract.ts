import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { trashEmptied, trashPage, trashPlace, trashQuery } from './trash.ts'

const tags = ['Trash']

export const trashContract = {
  'GET /api/trash': {
    tags,
    summary: 'What you deleted and can still restore; each kind is restored by its own endpoint',
    query: trashQuery,
    answers: { 200: json(trashPage, 'One page') },
  },
  'DELETE /api/trash/{kind}/{id}': {
    tags,
    summary: 'Permanently delete one item in the trash, with its files',
    params: trashPlace,
    answers: { 204: noContent('Permanently deleted') },
  },
  'DELETE /api/trash': {
    tags,
    summary: 'Permanently delete everything in the trash',
    answers: { 200: json(trashEmptied, 'How many items there were') },
  },
} satisfies Contract
