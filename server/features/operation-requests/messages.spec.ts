import { expect, test } from 'vitest'
import { severalMessages } from './messages.ts'

test.each([
  ['en', 'You have new access at 12,345 tenants'],
  ['es', 'Tienes accesos nuevos en 12.345 entidades'],
  ['fr', 'Vous avez de nouveaux accès dans 12\u202f345 entités'],
  ['it', 'Ha nuovi accessi presso 12.345 entità'],
  ['pt', 'Tem novos acessos em 12\u00a0345 entidades'],
  ['pt-br', 'Você tem novos acessos em 12.345 entidades'],
  ['de', 'Sie haben neue Zugriffe bei 12.345 Einheiten'],
] as const)('R9-19 several accesses are told with tenants and counts as %s writes them', (language, text) => {
  expect(severalMessages('assigned', language, 12_345)).toBe(text)
})
