import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/*/table.ts', './src/server/core/*-table.ts'],
  out: './drizzle',
  casing: 'snake_case',
})
