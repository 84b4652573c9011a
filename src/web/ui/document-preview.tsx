import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import type { Preview } from './preview.ts'
import { EmptyState } from './query-result.tsx'

interface DocumentPreviewProps {
  title?: string
  alt?: string
  preview: Preview
  /** Shown below the title once the preview is current. */
  about?: string | undefined
  /** Shown while nothing could be rendered yet. */
  before?: string | undefined
  /** Some input cannot be parsed. */
  isUnreadable?: boolean
  children?: ReactNode
}

/** Errors that are not about the input. */
const passing = new Set(['offline', 'unavailable', 'disk_full', 'rate_limited', 'internal_error'])

/** A document as its recipient gets it, while it is edited or as saved. */
export function DocumentPreview({
  title = t.sheet.title,
  alt = t.sheet.picture,
  preview,
  about,
  before,
  isUnreadable,
  children,
}: DocumentPreviewProps) {
  const { image, problem, isBusy, isCurrent, retry } = preview
  const isPassing = problem && passing.has(problem.code)
  const isWrong = isUnreadable || (problem && !isPassing)
  const isNone = problem?.code === 'invalid_state'
  const standing = isBusy ? t.sheet.drawing : isCurrent ? about : image && t.sheet.late
  const instead = isNone ? problem.message : !image && !isBusy && !isWrong && !isPassing && before
  if (instead)
    return (
      <aside className="card sheet" aria-label={t.sheet.title}>
        <EmptyState icon={FileText} title={t.sheet.title}>
          {instead}
        </EmptyState>
      </aside>
    )
  return (
    <aside className="card sheet" aria-label={t.sheet.title} aria-busy={isBusy} data-right={isCurrent}>
      <header className="part over">
        <div>
          <h2>{title}</h2>
          {standing && <span className="quiet">{standing}</span>}
        </div>
        {children}
      </header>
      <div role="status">
        {isWrong && <Notice variant="warn">{image ? t.sheet.wrong : t.sheet.wrongYet}</Notice>}
        {isPassing && (
          <Notice variant="warn">
            {problem.message}{' '}
            <Button variant={['plain', 'small']} onClick={retry}>
              {t.retry}
            </Button>
          </Notice>
        )}
      </div>
      {image ? <img src={image} alt={alt} width={848} height={1200} decoding="sync" /> : <div className="paper" />}
    </aside>
  )
}
