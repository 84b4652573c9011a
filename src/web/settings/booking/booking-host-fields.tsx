import type { Assignment, EventTypeSettingsFragment, HostsQuery } from '#schema/web/graphql'
import type { Problem } from '../../graphql/fetch-graphql.ts'
import { useSession } from '../../session.ts'
import { Checkbox, SelectField } from '../../ui/field.tsx'
import { messages } from './booking.messages.ts'
import { useBookingPermissions } from './booking-permissions.ts'
import { FormSection } from './form-section.tsx'

export type Member = NonNullable<HostsQuery['members']>['members'][number]

const assignments = ['host', 'round_robin', 'all'] as const

interface BookingHostFieldsProps {
  type: EventTypeSettingsFragment | undefined
  members: readonly Member[]
  hostId: string
  setHostId: (id: string) => void
  assignment: Assignment
  setAssignment: (assignment: Assignment) => void
  isTeamMissing: boolean
  errors: Problem['fields']
}

/** Who is booked: one host, or some of a team. */
export function BookingHostFields({
  type,
  members,
  hostId,
  setHostId,
  assignment,
  setAssignment,
  isTeamMissing,
  errors,
}: BookingHostFieldsProps) {
  const { member: me } = useSession()
  const { mayWriteOfOthers } = useBookingPermissions()
  const hosts = members.filter(({ role }) => role === 'owner' || role === 'admin' || role === 'member')
  return (
    <FormSection name="who">
      {mayWriteOfOthers && (
        <SelectField
          label={messages.hostField}
          name="userId"
          hint={messages.hostHint}
          options={Object.fromEntries(hosts.map(({ id, name: called }) => [id, called]))}
          value={hostId}
          onChange={({ currentTarget }) => setHostId(currentTarget.value)}
          error={errors.userId}
        />
      )}
      <fieldset className="field">
        <legend>{messages.assignment}</legend>
        {assignments.map((each) => (
          <Checkbox
            key={each}
            type="radio"
            name="assignment"
            value={each}
            checked={assignment === each}
            onChange={() => setAssignment(each)}
            label={messages.assignments[each]}
            hint={messages.assignmentHints[each]}
          />
        ))}
      </fieldset>
      {assignment !== 'host' && (
        <fieldset className="field" aria-describedby={isTeamMissing ? 'team-missing' : undefined}>
          <legend>{messages.team}</legend>
          <div className="team">
            {hosts
              .filter(({ id }) => mayWriteOfOthers || id === me.id || type?.memberIds.includes(id))
              .map(({ id, name: called }) => (
                <Checkbox
                  key={id}
                  name="memberIds"
                  value={id}
                  label={called}
                  defaultChecked={type?.memberIds.includes(id) || (!type && id === me.id)}
                />
              ))}
          </div>
          <span className="field-error" id="team-missing" role="alert">
            {isTeamMissing && messages.teamMissing}
          </span>
        </fieldset>
      )}
    </FormSection>
  )
}
