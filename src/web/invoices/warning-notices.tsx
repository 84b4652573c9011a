import { messageBesideField, messageWithFieldName } from '../graphql/fetch-graphql.ts'
import { Notice } from '../ui/notice.tsx'
import type { Warning } from './warnings.ts'

interface WarningNoticesProps {
  warnings: readonly Warning[]
  /** Shown beside the field, so the field name is left out. */
  isBesideField?: boolean
}

export const WarningNotices = ({ warnings, isBesideField = false }: WarningNoticesProps) =>
  warnings.map(({ field, message }) => (
    <Notice key={`${field} ${message}`} variant="warn">
      {isBesideField ? messageBesideField(message, field) : messageWithFieldName(message, field)}
    </Notice>
  ))
