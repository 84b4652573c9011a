import { useEffect, useState } from 'react'
import { InvoicePreviewDocument, type InvoicePreviewQuery } from '../../../schema/web/graphql.ts'
import { type Problem, send } from '../graphql/send.ts'
import { type Draft, isReadable, lineInput } from './draft.ts'

/** What a document comes to. */
export type Sums = Omit<Preview, 'warnings'>

type Preview = NonNullable<InvoicePreviewQuery['invoicePreview']>

export interface Totals {
  /** What it came to when it was last asked for; nothing where it could not be told. */
  preview?: Preview | undefined
  problem?: Problem | undefined
  /** What is typed is not in it yet. */
  isLate: boolean
}

/** What is typed at once counts as one. */
const pause = 300

/** What a draft comes to, from the service that will issue it: cents are rounded in one place. */
export function useTotals({ clientId, lines }: Draft, kept?: Sums): Totals {
  const [found, setFound] = useState<Totals & { of?: string }>({
    isLate: true,
    preview: kept && { ...kept, warnings: [] },
  })
  // Words change no sum, and lines without any count too.
  const items = lines.map((line) => ({ ...lineInput(line), description: '–' }))
  const isCounted = lines.every(isReadable)
  const asked = isCounted && JSON.stringify({ clientId: clientId || null, lineItems: items })
  useEffect(() => {
    if (!asked) return
    let isOver = false
    const timer = setTimeout(async () => {
      const { data, problem } = await send(InvoicePreviewDocument, { input: JSON.parse(asked) })
      if (isOver) return
      setFound({ of: asked, isLate: false, problem, preview: data?.invoicePreview ?? undefined })
    }, pause)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked])
  // A sum without the figure that cannot be read would be another one.
  return isCounted ? { ...found, isLate: found.of !== asked } : { isLate: false }
}
