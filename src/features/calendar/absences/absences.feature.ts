import type { Feature } from '#core/feature/feature'
import { Absence } from './absence.entity.ts'
import { absences, listHiddenAbsenceFields } from './absence.policy.ts'
import { AbsenceResolver } from './absence.resolver.ts'
import { examples } from './absences.examples.ts'
import { removeMemberAbsences } from './remove-member-absences.ts'

export const feature = {
  name: 'absences',
  entities: [Absence],
  resolvers: [AbsenceResolver],
  readable: { Absence: absences.read },
  hiddenFields: { Absence: listHiddenAbsenceFields },
  onDelete: { Member: removeMemberAbsences },
  examples,
  demo: async () => (await import('./absence.demo.ts')).absenceDemo,
  fixture: () => import('./absences.fixture.ts'),
} satisfies Feature
