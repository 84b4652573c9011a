import { useEffect } from 'react'
import { OrganizationPreviewDocument } from '#schema/web/graphql'
import { type Problem, send } from '../../graphql/send.ts'
import { pictureIn, useDrawing } from '../../ui/drawing.ts'
import { DrawnSheet } from '../../ui/drawn-sheet.tsx'
import { messages } from './organization.messages.ts'
import type { OrganizationInput } from './settings-form.tsx'

/** A sample invoice as what is typed would make it; what is typed is told once the hand rests. */
export function SampleInvoicePreview({
  typed,
  onProblem,
}: {
  typed: OrganizationInput
  onProblem?: (problem: Problem | undefined) => void
}) {
  const drawing = useDrawing(
    JSON.stringify(typed),
    async () =>
      pictureIn(
        await send(OrganizationPreviewDocument, { input: typed }),
        ({ organizationPreview }) => organizationPreview,
      ),
    undefined,
    0,
  )
  useEffect(() => onProblem?.(drawing.problem), [drawing.problem])
  return <DrawnSheet drawing={drawing} alt={messages.preview.picture} about={messages.preview.text} />
}
