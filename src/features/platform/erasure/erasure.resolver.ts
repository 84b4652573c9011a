import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { erasePerson } from './erase-person.ts'
import { recordTitles } from './erasure.messages.ts'
import { erasure } from './erasure.policy.ts'
import { EraseInput, Erasure, type ErasureEntry, ErasurePlan } from './erasure.type.ts'
import { type PlannedErasure, planErasure } from './erasure-plan.ts'
import { ErasureOutcome, PersonKind } from './holdings.ts'
import { findPerson } from './person.ts'
import { personalDataPath } from './personal-data.http.ts'

/** Records whose retention period has ended are shown as erased. */
const formatEntries = ({ language, clock }: Context, { entries }: PlannedErasure): ErasureEntry[] =>
  entries.map((entry) => ({
    ...entry,
    title: recordTitles[entry.kind]?.[language] ?? entry.kind,
    law: entry.law?.[language] ?? null,
    ...(entry.keptUntil &&
      entry.keptUntil < clock.today() && { outcome: ErasureOutcome.erased, keptUntil: null, law: null }),
  }))

async function plan(context: Context, kind: PersonKind, id: string): Promise<ErasurePlan> {
  const found = await planErasure(context, await findPerson(context, kind, id))
  const expiresAt = getTicketExpiry(context.clock)
  return {
    plan: found.id,
    blocked: found.isBlocked,
    entries: formatEntries(context, found),
    exportUrl: await createTicketUrl(context, personalDataPath(kind, id), expiresAt),
    expiresAt,
  }
}

const erase = async (context: Context, kind: PersonKind, id: string, { plan }: EraseInput): Promise<Erasure> => ({
  entries: formatEntries(context, await erasePerson(context, kind, id, plan)),
})

@Resolver()
export class ErasureResolver {
  @Rest('GET /clients/{id}/erasure-plan')
  @May(erasure.manage)
  @Query(() => ErasurePlan, {
    description:
      'What is stored about a client and its contacts, and what an erasure would do with each kind of record (Art. 15 and 17 GDPR).',
  })
  clientErasurePlan(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<ErasurePlan> {
    return plan(context, PersonKind.client, id)
  }

  @Rest('GET /bookings/{id}/erasure-plan')
  @May(erasure.manage)
  @Query(() => ErasurePlan, {
    description:
      'What is stored about the guest of a booking, in all bookings with the same email address, and what an erasure would do with it (Art. 15 and 17 GDPR).',
  })
  guestErasurePlan(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<ErasurePlan> {
    return plan(context, PersonKind.guest, id)
  }

  @Rest('GET /members/{id}/erasure-plan')
  @May(erasure.manage)
  @Query(() => ErasurePlan, {
    description:
      'What is stored about a member, and what an erasure would do with each kind of record (Art. 15 and 17 GDPR).',
  })
  memberErasurePlan(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<ErasurePlan> {
    return plan(context, PersonKind.member, id)
  }

  @Rest('POST /clients/{id}/erase')
  @Refuses('precondition_failed', 'client_in_use')
  @May(erasure.manage)
  @Mutation(() => Erasure, {
    description:
      'Erases a client as its plan says: 412 if its records have changed since, 409 while something has to be settled first. What the law keeps is locked, and erased once it may be.',
  })
  eraseClient(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => EraseInput) input: EraseInput,
  ): Promise<Erasure> {
    return erase(context, PersonKind.client, id, input)
  }

  @Rest('POST /bookings/{id}/erase')
  @Refuses('precondition_failed')
  @May(erasure.manage)
  @Mutation(() => Erasure, {
    description:
      'Erases the guest of a booking as the plan says, in all bookings with the same email address: 412 if records have changed since, 409 while one of them is still to come.',
  })
  eraseGuest(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => EraseInput) input: EraseInput,
  ): Promise<Erasure> {
    return erase(context, PersonKind.guest, id, input)
  }

  @Rest('POST /members/{id}/erase')
  @Refuses('precondition_failed')
  @May(erasure.manage)
  @Mutation(() => Erasure, {
    description:
      'Removes a member and erases their data as the plan says: 412 if records have changed since, 409 for the only owner. Working time stays for two years, billed time as long as its invoice.',
  })
  eraseMember(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => EraseInput) input: EraseInput,
  ): Promise<Erasure> {
    return erase(context, PersonKind.member, id, input)
  }
}
