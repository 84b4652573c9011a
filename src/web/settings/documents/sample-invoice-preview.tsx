import { useEffect } from 'react'
import { OrganizationPreviewDocument } from '#schema/web/graphql'
import { fetchGraphql, type Problem } from '../../graphql/fetch-graphql.ts'
import { DocumentPreview } from '../../ui/document-preview.tsx'
import { pickImage, usePreview } from '../../ui/preview.ts'
import { messages } from './organization.messages.ts'
import type { OrganizationInput } from './settings-form.tsx'

/** Preview of a sample invoice with the unsaved settings. The input is debounced by the form. */
export function SampleInvoicePreview({
  typed,
  onProblem,
}: {
  typed: OrganizationInput
  onProblem?: (problem: Problem | undefined) => void
}) {
  const preview = usePreview(
    JSON.stringify(typed),
    async () =>
      pickImage(
        await fetchGraphql(OrganizationPreviewDocument, { input: typed }),
        ({ organizationPreview }) => organizationPreview,
      ),
    undefined,
    0,
  )
  useEffect(() => onProblem?.(preview.problem), [preview.problem])
  return <DocumentPreview preview={preview} alt={messages.preview.picture} about={messages.preview.text} />
}
