import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#core/runtime/project-root'
import { isUnitCode } from '#core/text/unit-codes'

test('equal those of the reference package', () => {
  const types = join(projectRoot, 'node_modules/@e-invoice-eu/core/dist/invoice/invoice.interface.d.ts')
  const [, union = ''] = /InvoicedQuantityUnitOfMeasure = (.*?);/s.exec(readFileSync(types, 'utf8')) ?? []
  const codes = [...union.matchAll(/'([^']+)'/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(2000)
  expect(codes.filter((code) => !isUnitCode(code))).toEqual([])
})

test.each(['PCE', 'KG', 'STD', 'TAG', 'HR', '99', 'hur', ''])('%j is none', (code) => {
  expect(isUnitCode(code)).toBe(false)
})
