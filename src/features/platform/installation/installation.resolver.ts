import { Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/authorization'
import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { DateTime } from '#core/schema/scalars'
import { describeChainFault } from '#features/platform/audit-log/verify-audit-chain'
import { verifyOwnAuditLog } from '#features/platform/audit-log/verify-own-audit-log'
import { askOperatorRemedy, checkMessages, logTooLong, runDoctorRemedy } from './checks.messages.ts'
import type { CheckResult } from './inspector.ts'
import { installation } from './installation.policy.ts'

enum CheckState {
  ok = 'ok',
  notice = 'notice',
  failed = 'failed',
}
registerEnumType(CheckState, {
  name: 'CheckState',
  description: 'State of a part: `ok`, `notice` (works, with a warning) or `failed`.',
})

@ObjectType({ simpleResolvers: true, description: 'A part of the installation and its state.' })
class InstallationCheck {
  @Field(() => String, { description: 'Name of the part, as `kontor doctor` calls it.' })
  name!: string

  @Field(() => String, { description: "Title of the part, in the reader's language." })
  title!: string

  @Field(() => CheckState, { description: 'State of the part.' })
  state!: CheckState

  @Field(() => String, { description: 'Description of the state.' })
  message!: string

  @Field(() => String, { nullable: true, description: 'What to do about it; null if it works.' })
  remedy!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Details for the operator; null if the installation has several organizations.',
  })
  detail!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'The parts of the installation.' })
class InstallationChecks {
  @ListCost(12)
  @Field(() => [InstallationCheck], { description: 'Each part, in the order of `kontor doctor`.' })
  checks!: InstallationCheck[]

  @Field(() => Int, { description: 'Number of parts.' })
  total!: number

  @Field(() => DateTime, { description: 'When they were checked, at most 30 seconds ago.' })
  checkedAt!: Date

  @Field(() => Boolean, { description: 'Whether the installation has several organizations.' })
  shared!: boolean
}

@Resolver()
export class InstallationResolver {
  @Rest('GET /installation/checks')
  @May(installation.read)
  @Query(() => InstallationChecks, {
    description: 'State of the parts of the installation, as in `kontor doctor`, and what to do if one fails.',
  })
  async installationChecks(@Ctx() context: Context): Promise<InstallationChecks> {
    const { at, results, isShared } = await context.prepareOutside('inspection', ({ inspector }) => inspector.inspect())
    const toCheck = (finding: CheckResult) => toInstallationCheck(context, finding, isShared)
    const settled = await Promise.all(results.map(toCheck))
    const place = results.findIndex(({ name }) => name === 'database') + 1
    const checks = [...settled.slice(0, place), await checkAuditLog(context), ...settled.slice(place)]
    return { checks, total: checks.length, checkedAt: at, shared: isShared }
  }
}

async function toInstallationCheck(
  { language, services }: Context,
  { name, isOk, detail, messages: own }: CheckResult,
  isShared: boolean,
): Promise<InstallationCheck> {
  const text = { ...checkMessages[name], ...own }
  const notice = isOk ? ((await text.notice?.(services.inspector.config)) ?? null) : null
  const remedy = notice?.remedy ?? (isOk ? null : text.remedy)
  return {
    name,
    title: text.title[language],
    state: notice ? CheckState.notice : isOk ? CheckState.ok : CheckState.failed,
    message: (notice?.message ?? (isOk ? text.well : text.failed))[language],
    remedy: remedy && (isShared ? askOperatorRemedy : remedy)[language],
    detail: isShared ? null : detail,
  }
}

/** The audit log is the organization's own, so its owner sees all details. */
async function checkAuditLog(context: Context): Promise<InstallationCheck> {
  const { language } = context
  const name = 'audit log'
  const { title, well, failed, remedy } = checkMessages[name]
  try {
    const { valid, entries, ...fault } = await verifyOwnAuditLog(context)
    return {
      name,
      title: title[language],
      state: valid ? CheckState.ok : CheckState.failed,
      message: (valid ? well : failed)[language],
      remedy: valid ? null : remedy[language],
      detail: valid ? `${entries} ${entries === 1 ? 'entry' : 'entries'}` : describeChainFault(fault),
    }
  } catch (error) {
    if (!(error instanceof Problem && error.status === 503)) throw error
    return {
      name,
      title: title[language],
      state: CheckState.notice,
      message: logTooLong[language],
      remedy: runDoctorRemedy[language],
      detail: null,
    }
  }
}
