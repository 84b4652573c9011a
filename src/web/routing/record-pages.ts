import {
  BookOpen,
  FileSignature,
  Files,
  FileText,
  FolderKanban,
  Handshake,
  ListChecks,
  type LucideIcon,
  PenTool,
  Users,
} from 'lucide-react'
import type { FoundKind } from '#schema/web/graphql'

/** The page of each kind of record. Search shows only kinds that have one. */
export const recordPages: Readonly<
  Partial<
    Record<
      FoundKind,
      {
        to:
          | '/clients/$id'
          | '/invoices/$id'
          | '/quotes/$id'
          | '/contracts/$id'
          | '/projects/$id'
          | '/tasks/$id'
          | '/whiteboards/$id'
          | '/pages/$id'
          | '/files/$id'
        icon: LucideIcon
      }
    >
  >
> = {
  client: { to: '/clients/$id', icon: Users },
  invoice: { to: '/invoices/$id', icon: FileText },
  quote: { to: '/quotes/$id', icon: FileSignature },
  contract: { to: '/contracts/$id', icon: Handshake },
  project: { to: '/projects/$id', icon: FolderKanban },
  task: { to: '/tasks/$id', icon: ListChecks },
  whiteboard: { to: '/whiteboards/$id', icon: PenTool },
  page: { to: '/pages/$id', icon: BookOpen },
  file: { to: '/files/$id', icon: Files },
}
