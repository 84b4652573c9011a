import './documents.css'
import { useEffect, useState } from 'react'
import { OrganizationPreviewDocument } from '../../../../schema/web/graphql.ts'
import { type Problem, send } from '../../graphql/send.ts'
import { Notice } from '../../ui/notice.tsx'
import { said } from './organization.words.ts'
import type { Input } from './settings-form.tsx'

/** A sample invoice as what is typed would make it. */
export function Preview({ typed, onProblem }: { typed: Input; onProblem?: (problem: Problem | undefined) => void }) {
  const [picture, setPicture] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [isDrawing, setDrawing] = useState(true)
  const asked = JSON.stringify(typed)
  useEffect(() => {
    let isOver = false
    setDrawing(true)
    send(OrganizationPreviewDocument, { input: typed }).then(({ data, problem: refusal }) => {
      if (isOver) return
      setDrawing(false)
      setProblem(refusal)
      onProblem?.(refusal)
      if (data?.organizationPreview) setPicture(`data:image/webp;base64,${data.organizationPreview.picture}`)
    })
    return () => {
      isOver = true
    }
  }, [asked])
  return (
    <figure className="card sheet sample" aria-busy={isDrawing}>
      <figcaption>
        <strong>{said.preview.title}</strong>
        <span className="quiet">{isDrawing ? said.preview.drawing : said.preview.text}</span>
      </figcaption>
      <div role="status">
        {problem && (
          <Notice look="warn">{problem.code === 'validation_failed' ? said.preview.wrong : problem.message}</Notice>
        )}
      </div>
      {picture ? <img src={picture} alt={said.preview.picture} width={848} height={1200} /> : <div className="empty" />}
    </figure>
  )
}
