import type { Context } from '#core/operation/context'
import type { Member } from '#features/people/members/member.entity'
import { Absence } from './absence.entity.ts'

/** Kind and note are personal data, so absences are deleted with their member. */
export async function removeMemberAbsences(context: Context, { id: userId }: Member) {
  for (const absence of await context.em.find(Absence, { userId })) {
    context.record('absence.deleted', absence, await context.snapshot('Absence', absence))
    context.em.remove(absence)
  }
}
