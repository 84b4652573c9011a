import { LockMode } from '@mikro-orm/postgresql'
import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Member } from '#features/people/members/member.entity'
import { Availability, type DatedHours, defaultWeeklyHours } from './availability.entity.ts'
import { type DatedHoursInput, UpdateAvailabilityInput } from './availability.inputs.ts'
import { availability } from './availability.policy.ts'

@Resolver(() => Availability)
export class AvailabilityResolver {
  @Rest('GET /booking/availability')
  @May(availability.read)
  @Query(() => Availability, {
    description: 'When the caller can be booked; Monday to Friday from nine to five until they say otherwise.',
  })
  async availability(@Ctx() context: Context): Promise<RowOrEntity<Availability>> {
    return (await context.loadOne(Availability, context.member.id)) ?? (await createDefaultAvailability(context))
  }

  @Rest('PUT /booking/availability')
  @May(availability.write)
  @Mutation(() => Availability, {
    description: 'Says when the caller can be booked: only the fields that are sent change.',
  })
  async updateAvailability(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAvailabilityInput) { timezone, weekly, overrides }: UpdateAvailabilityInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Availability> {
    for (const [index, { start, end }] of (weekly ?? []).entries()) assertEndDiffers(`weekly.${index}`, start, end)
    const sent: Partial<Availability> = {
      ...(timezone && { timezone }),
      ...(weekly && { weekly: weekly.map(({ weekday, start, end }) => ({ weekday, start, end })) }),
      ...(overrides && { overrides: parseOverrides(overrides) }),
    }
    const id = context.member.id
    const lockMode = LockMode.PESSIMISTIC_WRITE
    const own = await context.em.findOne(Availability, { id } as never, { lockMode })
    if (own) {
      context.assertVersion(own)
      return context.assign(own, sent)
    }
    const before = await createDefaultAvailability(context)
    context.assertVersion(before)
    const { createdAt: _, updatedAt: __, ...fields } = before
    return context.create(Availability, { ...fields, ...sent, version: before.version + 1 } as Partial<Availability>)
  }
}

async function createDefaultAvailability(context: Context): Promise<Row<Availability>> {
  const { id, createdAt, updatedAt, timezone } = await context.read(Member, context.member.id)
  return { id, createdAt, updatedAt, version: 1, timezone, weekly: [...defaultWeeklyHours], overrides: [] }
}

function parseOverrides(sent: readonly DatedHoursInput[]): DatedHours[] {
  const days = sent.map(parseDatedHours)
  const open = new Set(days.filter(({ closed }) => !closed).map(({ date }) => date))
  const both = days.findIndex(({ date, closed }) => closed && open.has(date))
  if (both >= 0) throw invalidField(`overrides.${both}.closed`, hasHours)
  return days
}

const hasHours = { de: 'passt nicht zu Stunden am selben Tag', en: 'has no hours on the same day' }

function parseDatedHours({ date, start, end, closed = false }: DatedHoursInput, index: number): DatedHours {
  const field = `overrides.${index}`
  if (closed) {
    if (start || end) throw invalidField(`${field}.closed`, { de: 'passt nicht zu Stunden', en: 'has no hours' })
    return { date, start: null, end: null, closed }
  }
  if (!start || !end)
    throw invalidField(field, {
      de: 'braucht Beginn und Ende, oder ist geschlossen',
      en: 'needs a start and an end, or is closed',
    })
  assertEndDiffers(field, start, end)
  return { date, start, end, closed }
}

function assertEndDiffers(field: string, start: string, end: string) {
  if (end === start)
    throw invalidField(`${field}.end`, { de: 'darf nicht der Beginn sein', en: 'must not be the start' })
}
