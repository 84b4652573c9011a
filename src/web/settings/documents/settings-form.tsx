import { type ReactNode, useRef, useState } from 'react'
import {
  OrganizationDocument,
  type OrganizationSettingsFragment,
  UpdateOrganizationDocument,
  type UpdateOrganizationInput,
} from '#schema/web/graphql'
import { useMutation, useQuery } from '../../graphql/client.ts'
import type { Problem } from '../../graphql/fetch-graphql.ts'
import { t } from '../../i18n/locale.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ForbiddenState, QueryResult } from '../../ui/query-result.tsx'
import { messages } from './organization.messages.ts'

export type Organization = OrganizationSettingsFragment
export type OrganizationInput = UpdateOrganizationInput

/** Errors by field path: `iban`, `dunning.levels.0.days`. */
export type FieldErrors = Readonly<Record<string, string>>

interface SettingsFormProps {
  /** Parses the form. */
  parse: (filled: FormData) => OrganizationInput | { errors: FieldErrors }
  children: (state: { organization: Organization; errors: FieldErrors; isBusy: boolean }) => ReactNode
  /** Content beside the form that depends on the input. */
  beside?: (typed: OrganizationInput) => ReactNode
  /** Called with the changed fields after a pause in typing. */
  onTyped?: (typed: OrganizationInput) => void
}

/** A form for settings of the organization. Only changed fields are saved, so that concurrent changes of others are kept. */
export function SettingsForm(props: SettingsFormProps) {
  const answer = useQuery(OrganizationDocument, {})
  if (!useMay()('updateOrganization')) return <ForbiddenState />
  return (
    <QueryResult query={answer} pick={({ organization }) => organization}>
      {(organization) => <LoadedSettingsForm {...props} organization={organization} reload={answer.retry} />}
    </QueryResult>
  )
}

const debounceMs = 400

function LoadedSettingsForm({
  parse,
  children,
  beside,
  onTyped,
  organization,
  reload,
}: SettingsFormProps & { organization: Organization; reload: () => void }) {
  const [update] = useMutation(UpdateOrganizationDocument)
  const [shown, setShown] = useState(organization)
  const [isSaved, setSaved] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [typed, setTyped] = useState<OrganizationInput>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const watch = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    setSaved(false)
    if (!beside && !onTyped) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const form = currentTarget.querySelector('form')
      const input = form && parse(new FormData(form))
      if (!input || 'errors' in input) return
      const changes = pickChanges(input, shown)
      setTyped(changes)
      onTyped?.(changes)
    }, debounceMs)
  }
  const send = async (_filled: unknown, data: FormData) => {
    setSaved(false)
    setProblem(undefined)
    const input = parse(data)
    if ('errors' in input) {
      const message = Object.values(input.errors)[0] ?? ''
      return { problem: { code: 'validation_failed', message, fields: input.errors, paths: input.errors } }
    }
    const outcome = await update({ input: pickChanges(input, shown), version: organization.version })
    if (outcome.problem?.code !== 'precondition_failed') return outcome
    // Refetches the current version. The input stays and is saved by the next attempt.
    reload()
    return { problem: { ...outcome.problem, message: messages.outdated } }
  }
  return (
    <div className={beside ? 'desk' : undefined} onInput={watch}>
      <div className="card">
        <div className="part">
          <Form
            send={async (filled, data) => {
              const outcome = await send(filled, data)
              setProblem(outcome.problem)
              return outcome
            }}
            onDone={({ updateOrganization }, isTypedOn) => {
              setShown(updateOrganization)
              setTyped({})
              onTyped?.({})
              setSaved(!isTypedOn)
            }}
          >
            {({ isBusy }) => (
              <>
                {children({ organization, errors: { ...problem?.fields, ...problem?.paths }, isBusy })}
                <div role="status" className={isSaved ? undefined : 'unseen'}>
                  {isSaved && <Notice variant="good">{t.saved}</Notice>}
                </div>
                <div className="actions">
                  <Button type="submit" variant="primary" isBusy={isBusy}>
                    {t.save}
                  </Button>
                </div>
              </>
            )}
          </Form>
        </div>
      </div>
      {beside?.(typed)}
    </div>
  )
}

/** The fields that differ from the loaded ones. */
function pickChanges(input: OrganizationInput, shown: Organization): OrganizationInput {
  const before = shown as unknown as Record<string, unknown>
  const entries = Object.entries(input).filter(
    ([name, value]) => stableStringify(value) !== stableStringify(before[name] ?? null),
  )
  return Object.fromEntries(entries)
}

/** JSON that does not depend on the order of fields. */
const stableStringify = (value: unknown): string =>
  JSON.stringify(value, (name, each) =>
    name === '__typename'
      ? undefined
      : each && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
        : each,
  )

/** The trimmed value of a field, or null if it is empty. */
export const getText = (filled: FormData, name: string) => String(filled.get(name) ?? '').trim() || null
