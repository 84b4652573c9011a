import { FirstService } from './0001-first-service.ts'
import { Deliveries } from './0002-deliveries.ts'
import { Files } from './0003-files.ts'
import { BelievedAdmission } from './0004-believed-admission.ts'
import { Work } from './0005-work.ts'
import { Time } from './0006-time.ts'
import { Search } from './0007-search.ts'
import { Assistant } from './0008-assistant.ts'
import { OverdueOnce } from './0009-overdue-once.ts'
import { IssuedDocuments } from './0012-issued-documents.ts'
import { KnownEffects } from './0013-known-effects.ts'
import { ClientCredit } from './0014-client-credit.ts'
import { Integrated } from './0016-integrated.ts'
import { Growth } from './0017-growth.ts'
import { Documents } from './0019-documents.ts'

/** Every migration in its order; the name in the database is the file's. */
export const migrations = [
  { name: '0001-first-service', class: FirstService },
  { name: '0002-deliveries', class: Deliveries },
  { name: '0003-files', class: Files },
  { name: '0004-believed-admission', class: BelievedAdmission },
  { name: '0005-work', class: Work },
  { name: '0006-time', class: Time },
  { name: '0007-search', class: Search },
  { name: '0008-assistant', class: Assistant },
  { name: '0009-overdue-once', class: OverdueOnce },
  { name: '0012-issued-documents', class: IssuedDocuments },
  { name: '0013-known-effects', class: KnownEffects },
  { name: '0014-client-credit', class: ClientCredit },
  { name: '0016-integrated', class: Integrated },
  { name: '0017-growth', class: Growth },
  { name: '0019-documents', class: Documents },
]
