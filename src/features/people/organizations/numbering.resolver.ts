import { createHash } from 'node:crypto'
import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/authorization'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import {
  type DocumentSeries,
  formatDocumentNumber,
  lockNumberCounter,
  raiseNumberCounter,
  readNumberCounters,
} from '#core/operation/numbering'
import { Between, NotNull } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { assertPatternsUnused, type NumberPatterns, numberPatternFields } from './number-patterns.ts'
import { UpdateOrganizationInput } from './organization.inputs.ts'
import { organization } from './organization.policy.ts'
import { readOrganization } from './organization.reads.ts'

enum NumberSeriesName {
  invoice = 'invoice',
  credit_note = 'credit_note',
  quote = 'quote',
  contract = 'contract',
}
registerEnumType(NumberSeriesName, { name: 'NumberSeriesName', description: 'A series of document numbers.' })

@ObjectType({ simpleResolvers: true, description: 'A series of numbers.' })
class NumberSeries {
  @Field(() => NumberSeriesName, { description: 'The series.' })
  series!: string

  @Field(() => Int, { nullable: true, description: 'Year of the series; null where it does not restart every year.' })
  year!: number | null

  @Field(() => Int, { description: 'The next number.' })
  next!: number

  @Field(() => String, { description: 'The next number as documents show it.' })
  preview!: string
}

@ObjectType({ simpleResolvers: true, description: 'The number series of the organization.' })
class Numbering {
  @ListCost(20)
  @Field(() => [NumberSeries], { description: 'By series, the latest year first.' })
  series!: NumberSeries[]

  @Field(() => Int, {
    description: 'The ETag. It changes with each assigned or raised number, but does not always increase.',
  })
  version!: number
}

const maxNumber = 999_999_999

@InputType({ description: 'The next number of a series.' })
class RaiseNumberInput {
  @Field(() => NumberSeriesName, { description: 'The series.' })
  series!: NumberSeriesName

  @Field(() => Int, {
    nullable: true,
    description: 'Year, where the series restarts every year; defaults to this one (Europe/Berlin).',
  })
  @NotNull()
  @Between(1900, 2200)
  year?: number

  @Field(() => Int, {
    description:
      'The next number: never lower than the `next` there is, even if no document has the numbers in between.',
  })
  @Between(1, maxNumber)
  next!: number
}

@Resolver()
export class NumberingResolver {
  @Rest('GET /organization/numbering')
  @May(organization.read)
  @Query(() => Numbering, { description: 'The next number of every series.' })
  numbering(@Ctx() context: Context): Promise<Numbering> {
    return readNumbering(context)
  }

  @Rest('POST /organization/numbering/preview')
  @May(organization.write)
  @Query(() => Numbering, {
    description:
      'The next number of every series as the patterns of these settings would make it; 422 for one that would come to numbers that there are. Nothing is saved.',
  })
  async numberingPreview(
    @Ctx() context: Context,
    @Arg('input', () => UpdateOrganizationInput) input: UpdateOrganizationInput,
  ): Promise<Numbering> {
    await assertPatternsUnused(context, await readOrganization(context), input)
    return readNumbering(context, input)
  }

  @Rest('PUT /organization/numbering')
  @May(organization.write)
  @Mutation(() => Numbering, {
    description:
      'Raises the next number of a series. It can never be lowered again, even if no document has the numbers in between. Recorded in the audit log.',
  })
  async updateNumbering(
    @Ctx() context: Context,
    @Arg('input', () => RaiseNumberInput) { series, year, next }: RaiseNumberInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Numbering> {
    const pattern = (await resolvePatterns(context))[series]
    const restarts = pattern.includes('{year}')
    if (!restarts && year !== undefined)
      throw invalidField('year', {
        de: 'gibt es nur, wenn das Muster {year} enthält',
        en: 'is there only where the pattern has {year}',
      })
    const thisYear = Number(context.clock.today().slice(0, 4))
    const counter = await lockNumberCounter(context, { series, year: restarts ? (year ?? thisYear) : null })
    context.assertVersion({ id: context.organizationId, version: (await readNumbering(context)).version })
    await raiseNumberCounter(context, counter, next)
    return readNumbering(context)
  }
}

/** The organization's patterns, with changes that are not saved yet. */
async function resolvePatterns(
  context: Context,
  proposed: Partial<NumberPatterns> = {},
): Promise<Readonly<Record<DocumentSeries, string>>> {
  const kept = await readOrganization(context)
  const patterns = Object.entries(numberPatternFields).map(([series, field]) => [
    series,
    proposed[field] ?? kept[field],
  ])
  return Object.fromEntries(patterns)
}

async function readNumbering(context: Context, proposed: UpdateOrganizationInput = {}): Promise<Numbering> {
  const patterns = await resolvePatterns(context, proposed)
  const counters = await readNumberCounters(context, patterns)
  const series = counters.map((counter) => ({
    ...counter,
    preview: formatDocumentNumber(patterns[counter.series], counter.year ?? 0, counter.next),
  }))
  return { series, version: digestVersion(series) }
}

/** The series have no row with a version, so their version is a digest of the content. */
const digestVersion = (series: readonly NumberSeries[]) =>
  1 + (createHash('sha256').update(JSON.stringify(series)).digest().readUInt32BE() % maxNumber)
