import { type ReactNode, useState } from 'react'
import type { Outcome, Problem } from '../graphql/fetch-graphql.ts'
import type { EventFilter } from '../graphql/resource-events.ts'
import { t } from '../i18n/locale.ts'
import { useChangeAuthors } from './change-authors.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { Notice } from './notice.tsx'

interface Versioned {
  id: string
  version: number
}

/** Sends a change with the version it is based on. */
export type SaveVersion = <R extends { version: number }>(
  change: (version: number) => Promise<Outcome<R>>,
) => Promise<Outcome<R> | undefined>

interface VersionedFormProps<T extends Versioned> {
  /** The current state, whoever changed it. */
  current: T
  refetch: () => void
  /** Labels of the editable fields. */
  fieldNames: Readonly<{ [Key in keyof T]?: string }>
  /** The event that names who changed it. */
  event?: EventFilter
  children: (begun: T, save: SaveVersion) => ReactNode
}

/**
 * A form over an object that others may change too. Without input it follows the current state; else it tells who changed what, and
 * offers to reload or to overwrite.
 */
export function VersionedForm<T extends Versioned>({
  current,
  refetch,
  fieldNames,
  event,
  children,
}: VersionedFormProps<T>) {
  const [initial, begin] = useState(current)
  /** Remounts the form. */
  const [turn, setTurn] = useState(0)
  /** The version that a save overwrites. */
  const [seen, see] = useState<T>(current)
  const [isDirty, setDirty] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [refusal, refuse] = useState<Problem>()
  const isNewer = current.version > seen.version && !isSaving
  const fields = Object.keys(fieldNames) as (keyof T)[]
  const changed = isNewer ? fields.filter((name) => JSON.stringify(current[name]) !== JSON.stringify(seen[name])) : []
  const adopt = () => {
    begin(current)
    setTurn((before) => before + 1)
    see(current)
    setDirty(false)
    refuse(undefined)
  }
  // Fields that are not in the form are not overwritten.
  if (isNewer && !isDirty && changed.length > 0) adopt()
  else if (isNewer && changed.length === 0) see(current)
  const isElsewhere = isNewer && isDirty && changed.length > 0
  const who = useChangeAuthors(isElsewhere ? event : undefined, seen)
  const save: SaveVersion = async (change) => {
    refuse(undefined)
    setSaving(true)
    const outcome = await change(seen.version)
    setSaving(false)
    if (outcome.data) {
      const { data } = outcome
      const saved = { ...seen, ...data }
      begin(saved)
      see(saved)
      setDirty(false)
    }
    if (outcome.problem?.code !== 'precondition_failed') return outcome
    refetch()
    refuse(outcome.problem)
    return undefined
  }
  return (
    <>
      <div role="alert" className={isElsewhere || refusal ? undefined : 'unseen'}>
        {isElsewhere ? (
          <ConflictNotice
            text={t.elsewhere.changed(who, [...new Set(changed.map((name) => fieldNames[name] ?? ''))])}
            onReload={adopt}
            onKeep={() => {
              see(current)
              refuse(undefined)
            }}
          />
        ) : (
          refusal && <Notice variant="danger">{refusal.message}</Notice>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only hears what its buttons are told */}
      <div
        key={turn}
        className="versioned-form"
        onInput={() => setDirty(true)}
        onClick={({ target }) => (target as Element).closest('button') && setDirty(true)}
      >
        {children(initial, save)}
      </div>
    </>
  )
}
