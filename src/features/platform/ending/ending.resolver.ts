import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { assertRecentAuthentication } from '#core/operation/recent-authentication'
import { Rest } from '#core/schema/rest'
import { recordTitles } from '../erasure/erasure.messages.ts'
import { retentionLaws } from '../erasure/retention-laws.ts'
import { ending } from './ending.policy.ts'
import { endDateIfEndedOn, readEnding, readKeptRecords, scheduleEnding, withdrawEnding } from './ending.ts'
import { EndOrganizationInput, OrganizationEnding } from './ending.type.ts'

async function loadEnding(context: Context): Promise<OrganizationEnding> {
  const { language, clock } = context
  const { endsOn, hasEnded } = await readEnding(context)
  const today = clock.today()
  const found = await readKeptRecords(context, endsOn ?? endDateIfEndedOn(today), hasEnded ? today : undefined)
  const kept = found.map(({ law, tables, keptUntil }) => ({
    records: tables.flatMap((table) => recordTitles[table]?.[language] ?? []),
    ...{ law: retentionLaws[law].text[language], keptUntil },
  }))
  return {
    endsOn,
    hasEnded,
    kept,
    keptUntil:
      kept
        .map(({ keptUntil }) => keptUntil)
        .sort()
        .at(-1) ?? null,
  }
}

@Resolver()
export class EndingResolver {
  @Rest('GET /organization/ending')
  @May(ending.manage)
  @Query(() => OrganizationEnding, {
    description: 'When the organization ends, and which of its records the law keeps after that.',
  })
  organizationEnding(@Ctx() context: Context): Promise<OrganizationEnding> {
    return loadEnding(context)
  }

  @Rest('POST /organization/end')
  @May(ending.manage)
  @Mutation(() => OrganizationEnding, {
    description:
      'Ends the organization in 30 days and emails all owners. Everything keeps working until then. If it is already ending, the day does not change. 422 if the name does not match. Recorded in the audit log.',
  })
  async endOrganization(
    @Ctx() context: Context,
    @Arg('input', () => EndOrganizationInput) { name }: EndOrganizationInput,
  ): Promise<OrganizationEnding> {
    await assertRecentAuthentication(context)
    if (name.trim() !== (await readEnding(context)).name.trim())
      throw invalidField('name', { de: 'ist nicht der Name der Organisation', en: "is not the organization's name" })
    await scheduleEnding(context, endDateIfEndedOn(context.clock.today()))
    return loadEnding(context)
  }

  @Rest('POST /organization/keep')
  @May(ending.manage)
  @Mutation(() => OrganizationEnding, {
    description: 'Withdraws the end of the organization before it has ended, and emails all owners.',
  })
  async keepOrganization(@Ctx() context: Context): Promise<OrganizationEnding> {
    await withdrawEnding(context)
    return loadEnding(context)
  }
}
