import { defaultMessage, type Problem } from '#core/errors/problem'
import { formatMessage } from '#core/errors/problem-response'
import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import { toLocalDate } from '#core/time/local-time'
import { canonicalZone, timeZoneChoices } from '#core/time/zone-names'
import type { GuestPageContent } from '#features/people/guest-page/guest-page.html'
import type { BookableType, BookingPage, GuestBooking } from '../bookings/public-booking.type.ts'
import { QuestionKind } from '../event-types/event-type.entity.ts'
import { formatEventTime } from '../events/format-event-time.ts'
import { bookingPageMessages } from './booking-page.messages.ts'

/** Submitted values and their errors. */
export interface SubmittedForm {
  values?: Readonly<Record<string, string>>
  errors?: readonly { field: string | undefined; message: string }[]
}

/** Days with their available times. */
export interface SlotChoice {
  /** First day, `2026-12-01`. */
  from: string
  /** Earlier days are not shown. */
  today: string
  days: number
  zone: string
  starts: readonly number[]
  /** First available time if these days have none. */
  next: number | null
}

const getLocale = (language: Language) => (language === 'de' ? 'de-DE' : 'en-GB')

const renderContent = (language: Language, title: string, brand: string, content: string): GuestPageContent => ({
  title: escapeXml(brand === title ? title : `${title} – ${brand}`),
  language,
  content: `<h1>${escapeXml(title)}</h1>\n${content}`,
})

export function eventTypesPage(language: Language, { name, slug, eventTypes }: BookingPage): GuestPageContent {
  const say = bookingPageMessages[language]
  const items = eventTypes.map(
    (type) => `<li><a href="/book/${slug}/${type.slug}">${escapeXml(type.name)}</a>
<p class="meta">${renderTypeFacts(type, language)}</p>${type.description ? `<p class="said">${escapeXml(type.description)}</p>` : ''}</li>`,
  )
  const list = items.length
    ? `<h2>${say.types}</h2><ul class="types">${items.join('\n')}</ul>`
    : `<p>${say.nothing}</p>`
  return renderContent(language, `${say.choose}: ${name}`, name, list)
}

const renderTypeFacts = ({ duration, location }: BookableType, language: Language) =>
  `<span class="whole">${escapeXml(bookingPageMessages[language].minutes(duration))}\u00a0·</span> <span class="whole">${escapeXml(formatPlace(location, language))}</span>`

function formatPlace(location: string, language: Language) {
  const { place } = bookingPageMessages[language]
  return location === 'meet' || location === 'phone' ? place[location] : location
}

export function slotsPage(
  language: Language,
  type: BookableType,
  choice: SlotChoice,
  alert?: string,
): GuestPageContent {
  const path = `/book/${type.host.slug}/${type.slug}`
  return renderContent(
    language,
    type.name,
    type.host.name,
    `${renderIntroduction(language, type)}${renderAlert(alert ? [alert] : [])}${renderSlotChoice(language, choice, path)}`,
  )
}

function renderIntroduction(language: Language, type: BookableType) {
  const description = type.description ? `<p class="said">${escapeXml(type.description)}</p>` : ''
  return `<p class="meta">${escapeXml(bookingPageMessages[language].with(type.host.name))}\u00a0· ${renderTypeFacts(type, language)}</p>${description}`
}

const renderAlert = (messages: readonly string[]) =>
  messages.length
    ? `<div class="alert" role="alert">${messages.map((message) => `<p>${escapeXml(message)}</p>`).join('')}</div>`
    : ''

function renderSlotChoice(
  language: Language,
  choice: SlotChoice,
  path: string,
  more: Record<string, string> = {},
): string {
  const say = bookingPageMessages[language]
  const { from, today, days, zone, starts, next } = choice
  const to = (query: Record<string, string>) => escapeXml(`${path}?${new URLSearchParams({ ...more, zone, ...query })}`)
  const day = new Intl.DateTimeFormat(getLocale(language), {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const byDay = [...Map.groupBy(starts, (start) => toLocalDate(new Date(start), zone))]
  const sections = byDay.map(([date, times], index) => {
    const labels = formatTimes(times, zone, language)
    const items = times.map(
      (start, at) =>
        `<li><a href="${to({ start: new Date(start).toISOString() })}" aria-describedby="day${index}">${escapeXml(labels[at] ?? '')}</a></li>`,
    )
    const title = escapeXml(day.format(times[0]))
    return `<section aria-labelledby="day${index}"><h3 id="day${index}"><time datetime="${date}">${title}</time></h3><ul class="times">${items.join('')}</ul></section>`
  })
  const before = from > today && `<a href="${to({ from: latest(addDays(from, -days), today) })}">← ${say.earlier}</a>`
  const after = `<a href="${to({ from: addDays(from, days) })}">${say.later} →</a>`
  const free =
    next === null
      ? say.full
      : `${say.empty} <a href="${to({ from: toLocalDate(new Date(next), zone) })}">${escapeXml(say.next(day.format(next)))}</a>`
  const hidden = Object.entries({ ...more, from }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`,
  )
  return `<section><h2>${say.free}</h2>
<form method="get" action="${path}">${hidden.join('')}
<label for="zone">${say.zone}</label><select id="zone" name="zone">${renderZoneOptions(zone, language)}</select>
<button>${say.show}</button></form>
${renderMonth(language, choice, to)}
<nav class="weeks" aria-label="${say.weeks}">${before || '<span></span>'}${after}</nav>
${sections.length ? `<div class="days">${sections.join('\n')}</div>` : `<p role="status">${free}</p>`}
</section>`
}

/** Month of the first day shown. Each day from today on links to its times. */
function renderMonth(
  language: Language,
  { from, today, days }: SlotChoice,
  to: (query: Record<string, string>) => string,
): string {
  const say = bookingPageMessages[language]
  const inWords = (options: Intl.DateTimeFormatOptions, day: string) =>
    escapeXml(new Intl.DateTimeFormat(getLocale(language), { timeZone: 'UTC', ...options }).format(new Date(day)))
  const first = `${from.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const before = `${addDays(first, -1).slice(0, 7)}-01`
  const firstMonday = addDays(first, -((new Date(first).getUTCDay() + 6) % 7))
  const week = Array.from({ length: 7 }, (_, index) => index)
  const dayCell = (day: string) => {
    if (day < first || day >= next) return '<td></td>'
    const number = Number(day.slice(8))
    if (day < today) return `<td><span>${number}</span></td>`
    const isShown = day >= from && day < addDays(from, days)
    const name = inWords({ weekday: 'long', day: 'numeric', month: 'long' }, day)
    return `<td${isShown ? ' class="shown"' : ''}><a href="${to({ from: day })}" aria-label="${name}"${day === from ? ' aria-current="date"' : ''}>${number}</a></td>`
  }
  const weeks = week
    .map((index) => addDays(firstMonday, index * 7))
    .filter((monday) => monday < next)
    .map((monday) => `<tr>${week.map((index) => dayCell(addDays(monday, index))).join('')}</tr>`)
  const names = week.map((index) => {
    const day = addDays(firstMonday, index)
    return `<th scope="col"><abbr title="${inWords({ weekday: 'long' }, day)}">${inWords({ weekday: 'short' }, day)}</abbr></th>`
  })
  const step = (label: string, arrow: string, day: string | null) =>
    day ? `<a href="${to({ from: day })}" aria-label="${label}">${arrow}</a>` : '<span></span>'
  return `<nav class="month" aria-label="${say.months}">
<div class="months">${step(say.month.before, '←', first > today ? latest(before, today) : null)}<strong id="month">${inWords({ month: 'long', year: 'numeric' }, first)}</strong>${step(say.month.after, '→', next)}</div>
<table aria-labelledby="month"><thead><tr>${names.join('')}</tr></thead><tbody>${weeks.join('')}</tbody></table>
</nav>`
}

const latest = (one: string, other: string) => (one > other ? one : other)

/** Times of day. A time that occurs twice, when clocks go back, gets the zone's short name. */
function formatTimes(times: readonly number[], timeZone: string, language: Language): string[] {
  const clock = new Intl.DateTimeFormat(getLocale(language), { timeZone, hour: '2-digit', minute: '2-digit' })
  const labels = times.map((time) => clock.format(time))
  if (new Set(labels).size === labels.length) return labels
  const zoned = new Intl.DateTimeFormat(getLocale(language), {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  })
  return times.map((time, index) =>
    labels.indexOf(labels[index] ?? '') === labels.lastIndexOf(labels[index] ?? '')
      ? (labels[index] ?? '')
      : zoned.format(time),
  )
}

/** Time zones by region, then by city, as people search for them: `Buenos Aires, Argentina`, `Kyiv (Kiev)`. */
const zonesByRegion = Map.groupBy(
  timeZoneChoices
    .map(({ name, label }) => ({ name, label: formatCity(label) }))
    .sort((one, other) => one.label.localeCompare(other.label)),
  ({ name }) => name.slice(0, name.indexOf('/')),
)

function formatCity(label: string): string {
  const [, path = '', former] = /^([^(]+?)(?: \((.+)\))?$/.exec(label) ?? []
  const city = path.split('/').slice(1).reverse().join(', ')
  return former ? `${city} (${former.slice(former.lastIndexOf('/') + 1)})` : city
}

function renderZoneOptions(zone: string, language: Language): string {
  const chosen = canonicalZone(zone)
  const isListed = timeZoneChoices.some(({ name }) => name === chosen)
  const optionOf = ({ name, label }: { name: string; label: string }) =>
    `<option value="${escapeXml(name)}"${name === chosen ? ' selected' : ''}>${escapeXml(label)}</option>`
  const { regions } = bookingPageMessages[language]
  const groups = [...zonesByRegion].map(
    ([region, zones]) =>
      `<optgroup label="${escapeXml(regions[region] ?? region)}">${zones.map(optionOf).join('')}</optgroup>`,
  )
  return `${isListed ? '' : optionOf({ name: chosen, label: chosen.replaceAll('_', ' ') })}${groups.join('')}`
}

const formatSlotTime = (start: number, minutes: number, zone: string, language: Language) =>
  formatEventTime({ start: new Date(start), end: new Date(start + minutes * 60_000), allDay: false }, zone, language)

export function guestDetailsPage(
  language: Language,
  type: BookableType,
  { start, zone, meetingServer }: { start: number; zone: string; meetingServer: string },
  { values = {}, errors = [] }: SubmittedForm,
): GuestPageContent {
  const say = bookingPageMessages[language]
  const path = `/book/${type.host.slug}/${type.slug}`
  const back = escapeXml(`${path}?${new URLSearchParams({ zone, from: toLocalDate(new Date(start), zone) })}`)
  const invalid = (name: string) => (errors.some(({ field }) => field === name) ? ' aria-invalid="true"' : '')
  const field = (name: string, label: string, kind: string, isRequired: boolean, more = '') =>
    renderLabel(name, label, isRequired, language) +
    (kind === 'area'
      ? `<textarea id="${name}" name="${name}" rows="4"${more}${isRequired ? ' required' : ''}${invalid(name)}>${escapeXml(values[name] ?? '')}</textarea>`
      : `<input type="${kind}" id="${name}" name="${name}" value="${escapeXml(values[name] ?? '')}"${more}${isRequired ? ' required' : ''}${invalid(name)}>`)
  const questions = type.questions.map(({ key, label, kind, required, choices }) => {
    const name = `answers.${key}`
    if (kind !== QuestionKind.choice)
      return field(name, label, kind === QuestionKind.paragraph ? 'area' : 'text', required, ' maxlength="5000"')
    const options = choices.map(
      (choice) => `<option${values[name] === choice ? ' selected' : ''}>${escapeXml(choice)}</option>`,
    )
    return `${renderLabel(name, label, required, language)}<select id="${name}" name="${name}"${required ? ' required' : ''}${invalid(name)}><option value="">${say.pick}</option>${options.join('')}</select>`
  })
  return renderContent(
    language,
    type.name,
    type.host.name,
    `${renderIntroduction(language, type)}
<p class="state"><strong>${escapeXml(formatSlotTime(start, type.duration, zone, language))}</strong><br><a href="${back}">${say.other}</a></p>
${renderAlert(errors.map(({ message }) => message))}
<section><h2>${say.details}</h2>
<form method="post" action="${path}">
<input type="hidden" name="start" value="${new Date(start).toISOString()}"><input type="hidden" name="zone" value="${escapeXml(zone)}">
${field('name', say.name, 'text', true, ' maxlength="100" autocomplete="name"')}
${field('email', say.email, 'email', true, ' maxlength="254" autocomplete="email"')}
${type.location === 'phone' ? field('phone', say.phone, 'tel', true, ' maxlength="50" autocomplete="tel"') : ''}
${questions.join('\n')}
${field('agenda', say.agenda, 'area', false, ' maxlength="5000"')}
<p>${type.requiresEmailVerification ? say.verified : say.kept}</p>
<p>${[say.told(type.host.name), ...(type.location === 'meet' ? [say.held(meetingServer)] : [])].map(escapeXml).join(' ')}</p>
<button class="primary">${type.requiresEmailVerification ? say.reserve : say.book}</button>
</form></section>`,
  )
}

/** Shown after booking an event type that requires confirmation by mail. */
export function confirmationRequestedPage(
  language: Language,
  type: BookableType,
  { start, zone }: { start: number; zone: string },
): GuestPageContent {
  const say = bookingPageMessages[language]
  return renderContent(
    language,
    say.requested.title,
    type.host.name,
    `<p class="meta">${escapeXml(type.name)}\u00a0· ${escapeXml(say.with(type.host.name))}</p>
<p class="state" role="status"><strong>${escapeXml(formatSlotTime(start, type.duration, zone, language))}</strong></p>
<p>${say.requested.text}</p>
<p>${say.requested.missing}</p>
<p><a href="/book/${type.host.slug}/${type.slug}">${say.other}</a></p>`,
  )
}

const renderLabel = (name: string, label: string, isRequired: boolean, language: Language) =>
  `<label for="${name}">${escapeXml(label)}${isRequired ? '' : ` ${bookingPageMessages[language].optional}`}</label>\n`

/** The booking behind a guest's link, with its actions; with `choice` the times it can be moved to. */
export function guestBookingPage(
  language: Language,
  booking: GuestBooking,
  {
    token,
    isOver,
    isTaken = false,
    page,
    choice,
    start,
    alert,
  }: {
    token: string
    isOver: boolean
    /** The time is no longer available although it was held. */
    isTaken?: boolean
    page: string | null
    choice?: SlotChoice
    start?: number
    alert?: string
  },
): GuestPageContent {
  const say = bookingPageMessages[language]
  const path = `/booking/${token}`
  const { title, status, hosts, timezone, location, meetUrl, agenda, answers, cancellationReason } = booking
  const names = hosts.map(({ name }) => name).join(', ')
  const minutes = (booking.end.getTime() - booking.start.getTime()) / 60_000
  const zone = choice?.zone ?? timezone
  const isOpen = status === 'confirmed' && !isOver
  const expiresAt = isTaken ? null : booking.expiresAt
  const state = expiresAt
    ? escapeXml(say.pending(formatTimes([expiresAt.getTime()], zone, language)[0] ?? ''))
    : status === 'cancelled'
      ? say.cancelled
      : isOver
        ? say.over
        : say.confirmed
  const fact = (name: string, value: string | null) =>
    value ? `<dt>${escapeXml(name)}</dt><dd class="said">${value}</dd>` : ''
  const facts = [
    fact(say.when, escapeXml(formatSlotTime(booking.start.getTime(), minutes, zone, language))),
    fact(say.where, escapeXml(location === 'meet' && meetUrl ? '' : formatPlace(location, language))),
    fact(say.video, isOpen && meetUrl ? `<a href="${escapeXml(meetUrl)}">${escapeXml(meetUrl)}</a>` : null),
    fact(say.guest, escapeXml(`${booking.name} <${booking.email}>`)),
    fact(say.phone, booking.phone && escapeXml(booking.phone)),
    fact(say.fields.agenda ?? '', agenda && escapeXml(agenda)),
    ...answers.map(({ label, answer }) => fact(label, escapeXml(answer))),
    fact(say.reason, cancellationReason && escapeXml(cancellationReason)),
  ]
  return renderContent(
    language,
    title,
    names || 'Kontor',
    `${names ? `<p class="meta">${escapeXml(say.with(names))}</p>` : ''}
${isTaken ? '' : `<p class="state${isOpen ? ' good' : ''}" role="status">${state}${expiresAt && page ? `<br><a href="${page}">${say.other}</a>` : ''}</p>`}
${renderAlert(alert ? [alert] : [])}
<dl>${facts.join('')}</dl>
${expiresAt ? renderConfirmation() : isOpen ? renderActions() : page ? `<p><a href="${page}">${say.again}</a></p>` : ''}`,
  )

  function renderConfirmation(): string {
    return `<form method="post" action="${path}"><button class="primary" name="action" value="confirm">${say.confirm}</button></form>`
  }

  function renderActions(): string {
    const keep = `<p><a href="${path}">${say.keep}</a></p>`
    if (start !== undefined)
      return `<section><h2>${say.move}</h2>
<form method="post" action="${path}"><p><strong>${escapeXml(formatSlotTime(start, minutes, zone, language))}</strong></p>
<input type="hidden" name="start" value="${new Date(start).toISOString()}"><input type="hidden" name="zone" value="${escapeXml(zone)}">
<button class="primary" name="action" value="move">${say.moveTo}</button></form>${keep}</section>`
    if (choice) return `<h2>${say.moving}</h2>${keep}${renderSlotChoice(language, choice, path, { move: '1' })}`
    return `${page ? `<p><a href="${path}?move=1">${say.move}</a></p>` : ''}
<section><h2>${say.cancel}</h2><form method="post" action="${path}">
<label for="reason">${say.why}</label>
<textarea id="reason" name="reason" rows="2" maxlength="2000"></textarea>
<button name="action" value="cancel">${say.cancel}</button></form></section>`
  }
}

export function bookingErrorMessages(language: Language, problem: Problem) {
  const { status, code } = problem
  const { gone, lapsed } = bookingPageMessages[language]
  const isExplained = problem.text !== defaultMessage(status, code)
  if (status === 410 && isExplained) return lapsed
  const [title, text] = gone[status === 404 || status === 410 || status === 429 ? status : 'other']
  return [title, status === 429 && isExplained ? escapeXml(formatMessage(problem, language)) : text] as const
}

export const renderEventTypeLink = (language: Language, userSlug: string, typeSlug: string) =>
  `<p><a href="/book/${escapeXml(userSlug)}/${escapeXml(typeSlug)}">${bookingPageMessages[language].again}</a></p>`

export const renderHostLink = (language: Language, userSlug: string) =>
  `<p><a href="/book/${escapeXml(userSlug)}">${bookingPageMessages[language].types}</a></p>`
