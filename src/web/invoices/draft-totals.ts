import { useEffect, useState } from 'react'
import { InvoicePreviewDocument, type InvoicePreviewQuery } from '#schema/web/graphql'
import { fetchGraphql, type Problem } from '../graphql/fetch-graphql.ts'
import { type Draft, hasValidFigures, toPreviewInput } from './draft.ts'

export type DocumentSums = Omit<Preview, 'warnings'>

type Preview = NonNullable<InvoicePreviewQuery['invoicePreview']>

export interface DraftTotals {
  /** The latest totals. Absent if they could not be calculated. */
  preview?: Preview | undefined
  problem?: Problem | undefined
  /** Whether the totals are older than the input. */
  isOutdated: boolean
}

const debounceMs = 300

/** Totals of a draft, calculated by the service so that rounding is the same as on the document. */
export function useDraftTotals(draft: Draft, draftId: string | undefined, kept?: DocumentSums): DraftTotals {
  const [found, setFound] = useState<DraftTotals & { of?: string; terms?: string }>({
    isOutdated: true,
    preview: kept && { ...kept, warnings: [] },
  })
  const { clientId, lineItems, ...terms } = toPreviewInput(draft)
  // Descriptions do not affect totals.
  const counted = { clientId, lineItems: lineItems.map((line) => ({ ...line, description: '–' })) }
  const isCounted = draft.lines.every(hasValidFigures)
  // Neither do payment terms. Errors of previous terms are dropped.
  const [of, by] = [JSON.stringify(counted), JSON.stringify(terms)]
  const key = isCounted && JSON.stringify({ ...counted, ...terms, draftId: draftId ?? null })
  useEffect(() => {
    if (!key) return
    let isOver = false
    const timer = setTimeout(async () => {
      const { data, problem } = await fetchGraphql(InvoicePreviewDocument, { input: JSON.parse(key) })
      if (isOver) return
      setFound((now) => {
        const before = now.of === of ? now.preview : undefined
        return { of, terms: by, isOutdated: false, problem, preview: data?.invoicePreview ?? before }
      })
    }, debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key])
  // A total without an invalid line would be misleading.
  if (!isCounted) return { isOutdated: false }
  return {
    preview: found.preview,
    problem: found.terms === by ? found.problem : undefined,
    isOutdated: found.of !== of,
  }
}
