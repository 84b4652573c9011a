import { type AwayDataFragment, AwayDocument } from '#schema/web/graphql'
import { useAllPages } from '../graphql/client.ts'
import type { IsoDate } from '../i18n/dates.ts'
import { formatDateRange } from '../i18n/format.ts'
import { formatLocalDate, parseLocalTime, toIsoDate } from '../i18n/local-time.ts'
import { messages } from './calendar.messages.ts'
import type { Members } from './event-form.tsx'
import { listDays } from './occurrences.ts'

interface AbsenceSummaryProps {
  members: Members
  now: number
  shows: (userId: string) => boolean
}

/** Absences today and in the rest of the week. */
export function AbsenceSummary({ members, now, shows }: AbsenceSummaryProps) {
  const today = toIsoDate(now)
  const week = listDays('week', now)
  const sunday = toIsoDate(week.at(-1) ?? now)
  const { data } = useAllPages(AwayDocument, { firstDay: today, lastDay: sunday }, ['absence'])
  const away = (data?.absences?.absences ?? []).filter(({ userId }) => shows(userId))
  const present = away.filter(({ startsOn }) => startsOn <= today)
  const later = away.filter(({ startsOn }) => startsOn > today)
  const formatAbsence = ({ userId, startsOn, endsOn }: AwayDataFragment) => {
    const name = members.find(({ id }) => id === userId)?.name ?? ''
    const day = (each: IsoDate) => formatLocalDate(parseLocalTime(each))
    if (startsOn <= today) return endsOn === today ? name : messages.away.until(name, day(endsOn))
    return startsOn === endsOn
      ? messages.away.on(name, day(startsOn))
      : messages.away.on(name, formatDateRange(startsOn, endsOn))
  }
  if (!data) return null
  return (
    <dl className="cal-absences">
      <div>
        <dt>{messages.away.today}</dt>
        {present.length === 0 && <dd className="quiet">{messages.away.nobody}</dd>}
        {present.map((each) => (
          <dd key={each.id}>{formatAbsence(each)}</dd>
        ))}
      </div>
      {later.length > 0 && (
        <div>
          <dt>{messages.away.week}</dt>
          {later.map((each) => (
            <dd key={each.id}>{formatAbsence(each)}</dd>
          ))}
        </div>
      )}
    </dl>
  )
}
