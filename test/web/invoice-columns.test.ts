import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

test('a list says of invoices when they are due, and of credit notes nothing', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  const { speak } = await import('../../src/web/words/words.ts')
  await speak('de')
  const { invoiceColumns } = await import('../../src/web/invoices/columns.tsx')
  const due = (kind: string) =>
    invoiceColumns()
      .find(({ of }) => of === 'due')
      ?.show({ kind, dueDate: '2026-12-09' } as never)
  for (const kind of ['invoice', 'advance', 'final']) expect(due(kind)).toMatchObject({ props: { day: '2026-12-09' } })
  expect(due('credit_note')).toBeNull()
})
