import { Link } from '@tanstack/react-router'
import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { FreeSlotsDocument, OwnEventTypesDocument } from '#schema/web/graphql'
import { useAllPages, useQuery } from '../../graphql/client.ts'
import { addDays, dateInZone, startOfWeek } from '../../i18n/dates.ts'
import { formatDateRange, formatDayAndMonth, formatShortWeekday, formatTimeInZone } from '../../i18n/format.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { EmptyState, QueryResult } from '../../ui/query-result.tsx'
import { messages } from './hours.messages.ts'

const { free } = messages

/** Free slots of a week as guests see them, for one of the user's booking types. */
export function FreeSlotsPreview({ timezone }: { timezone: string }) {
  const { member } = useSession()
  const answer = useAllPages(OwnEventTypesDocument, { userId: member.id })
  return (
    <section className="card" aria-labelledby="free-times">
      <div className="part group">
        <div>
          <h2 id="free-times">{free.title}</h2>
          <p className="quiet">{free.text}</p>
        </div>
        <QueryResult
          query={answer}
          pick={({ me, eventTypes }) => me && eventTypes && { me, types: eventTypes.eventTypes }}
        >
          {({ me, types }) => {
            const offered = types.filter(({ active }) => active)
            return offered.length === 0 ? (
              <EmptyState
                icon={CalendarCheck}
                title={free.empty.title}
                action={
                  <Link to="/settings/booking/$typeId" params={{ typeId: 'new' }} className="button">
                    {free.empty.action}
                  </Link>
                }
              >
                {free.empty.text}
              </EmptyState>
            ) : (
              <FreeSlotsWeek
                timezone={timezone}
                userSlug={me.slug}
                types={Object.fromEntries(offered.map(({ slug, name }) => [slug, name]))}
              />
            )
          }}
        </QueryResult>
      </div>
    </section>
  )
}

interface FreeSlotsWeekProps {
  timezone: string
  userSlug: string
  /** Names by slug. */
  types: Readonly<Record<string, string>>
}

function FreeSlotsWeek({ timezone, userSlug, types }: FreeSlotsWeekProps) {
  const [chosen, setChosen] = useState(() => Object.keys(types)[0] ?? '')
  // Starts with next week, as little is left of the current one.
  const [ahead, setAhead] = useState(1)
  const monday = addDays(startOfWeek(dateInZone(Date.now(), timezone)), ahead * 7)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const answer = useQuery(FreeSlotsDocument, {
    ...{ userSlug, typeSlug: chosen },
    // One more day on both sides covers all time zones.
    from: `${addDays(monday, -1)}T00:00:00Z`,
    to: `${addDays(monday, 8)}T00:00:00Z`,
  })
  return (
    <>
      <div className="turn">
        <SelectField
          label={free.type}
          options={types}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <Button aria-label={free.before} disabled={ahead === 0} onClick={() => setAhead(ahead - 1)}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <strong aria-live="polite">{formatDateRange(monday, addDays(monday, 6))}</strong>
        <Button aria-label={free.after} onClick={() => setAhead(ahead + 1)}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
      <QueryResult query={answer} pick={({ bookingSlots }) => bookingSlots}>
        {({ slots }) => {
          const byDay = Map.groupBy(slots, ({ start }) => dateInZone(start, timezone))
          return (
            <ul className="week">
              {days.map((day) => (
                <li key={day}>
                  <h3>
                    {formatShortWeekday(day)} <span>{formatDayAndMonth(day)}</span>
                  </h3>
                  {byDay.has(day) ? (
                    <ul>
                      {byDay.get(day)?.map(({ start }) => (
                        <li key={start}>
                          <time dateTime={start}>{formatTimeInZone(start, timezone)}</time>
                        </li>
                      ))}
                    </ul>
                  ) : (
                    <p>{free.none}</p>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryResult>
      <p className="quiet">{free.zone(timezone.replaceAll('_', ' '))}</p>
    </>
  )
}
