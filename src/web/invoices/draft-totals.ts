import { useEffect, useState } from 'react'
import { InvoicePreviewDocument, type InvoicePreviewQuery } from '#schema/web/graphql'
import { fetchGraphql, type Problem } from '../graphql/fetch-graphql.ts'
import { type Draft, hasValidFigures, toPreviewInput } from './draft.ts'

/** What a document comes to. */
export type DocumentSums = Omit<Preview, 'warnings'>

type Preview = NonNullable<InvoicePreviewQuery['invoicePreview']>

export interface DraftTotals {
  /** What it came to when it was last asked for; nothing where it could not be told. */
  preview?: Preview | undefined
  problem?: Problem | undefined
  /** What is typed is not in it yet. */
  isOutdated: boolean
}

/** What is typed at once counts as one. */
const debounceMs = 300

/** What a draft comes to, from the service that will issue it: cents are rounded in one place. */
export function useDraftTotals(draft: Draft, draftId: string | undefined, kept?: DocumentSums): DraftTotals {
  const [found, setFound] = useState<DraftTotals & { of?: string; terms?: string }>({
    isOutdated: true,
    preview: kept && { ...kept, warnings: [] },
  })
  const { clientId, lineItems, ...terms } = toPreviewInput(draft)
  // Words change no sum, and lines without any count too.
  const counted = { clientId, lineItems: lineItems.map((line) => ({ ...line, description: '–' })) }
  const isCounted = draft.lines.every(hasValidFigures)
  // Terms change no sum either, and once they are others what was wrong with them is not.
  const [of, by] = [JSON.stringify(counted), JSON.stringify(terms)]
  const asked = isCounted && JSON.stringify({ ...counted, ...terms, draftId: draftId ?? null })
  useEffect(() => {
    if (!asked) return
    let isOver = false
    const timer = setTimeout(async () => {
      const { data, problem } = await fetchGraphql(InvoicePreviewDocument, { input: JSON.parse(asked) })
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
  }, [asked])
  // A sum without the figure that cannot be read would be another one.
  if (!isCounted) return { isOutdated: false }
  return {
    preview: found.preview,
    problem: found.terms === by ? found.problem : undefined,
    isOutdated: found.of !== of,
  }
}
