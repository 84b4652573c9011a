import type { Problem } from '#core/errors/problem'
import { escapeXml } from '#core/text/escape-xml'
import type { Language } from '#core/text/language'
import type { GuestPageContent } from '#features/people/guest-page/guest-page.html'
import { formatEventTime } from '../events/format-event-time.ts'
import { type Invitation, InvitationAnswer } from './invitation.resolver.ts'

/** `amiss` is the error of the last answer. */
export function invitationPage(
  invitation: Invitation,
  token: string,
  language: Language,
  amiss?: Pick<Problem, 'text'>,
): GuestPageContent {
  const say = messages[language]
  const { title, startTime, endTime, timezone, allDay, recurrence, location, meetUrl, description, organizer } =
    invitation
  const when = formatEventTime({ start: startTime, end: endTime, allDay }, timezone, language)
  const facts = [
    renderFact(say.when, `${escapeXml(when)}${recurrence ? ` ${say.repeats}` : ''}`),
    ...(location ? [renderFact(say.where, escapeXml(location))] : []),
    ...(meetUrl ? [renderFact(say.video, `<a href="${escapeXml(meetUrl)}">${escapeXml(meetUrl)}</a>`)] : []),
    renderFact(say.invited, escapeXml(invitation.email)),
  ]
  const buttons = Object.values(InvitationAnswer)
    .map((answer) => {
      const isGiven = String(invitation.answer) === answer
      return `<button name="answer" value="${answer}" aria-pressed="${isGiven}">${say.buttons[answer]}</button>`
    })
    .join('\n')
  const answered = invitation.answer === 'needs_action' ? '' : say.answered[invitation.answer]
  return {
    title: escapeXml(`${title} – ${organizer ?? 'Kontor'}`),
    language,
    content: `<h1>${escapeXml(title)}</h1>
${amiss ? `<div class="alert" role="alert"><p>${escapeXml(amiss.text[language])}</p></div>` : ''}
${answered ? `<p class="state${invitation.answer === 'accepted' ? ' good' : ''}" role="status">${answered}</p>` : ''}
<dl>${facts.join('')}</dl>
${description ? `<section class="text"><h2>${say.about}</h2><p>${escapeXml(description).replaceAll('\n', '<br>')}</p></section>` : ''}
<section><h2>${say.answer}</h2>
<form method="post" action="/invitation/${token}">
<input type="hidden" name="sequence" value="${invitation.sequence}">
<p>${say.again}</p>
${buttons}
</form></section>`,
  }
}

const renderFact = (name: string, value: string) => `<dt>${name}</dt><dd class="said">${value}</dd>`

export const invitationErrorMessages = (language: Language, status: number) =>
  messages[language].gone[status === 404 || status === 410 || status === 429 ? status : 'other']

const messages = {
  de: {
    when: 'Wann',
    repeats: '(Terminserie)',
    where: 'Wo',
    video: 'Video',
    invited: 'Eingeladen',
    about: 'Worum es geht',
    answer: 'Ihre Antwort',
    again: 'Sie können Ihre Antwort später ändern.',
    buttons: { accepted: 'Zusagen', declined: 'Absagen', tentative: 'Vielleicht' },
    answered: {
      accepted: 'Sie haben zugesagt.',
      declined: 'Sie haben abgesagt.',
      tentative: 'Sie haben mit Vielleicht geantwortet.',
    },
    gone: {
      404: [
        'Diesen Link gibt es nicht',
        'Vielleicht wurde der Termin abgesagt, oder der Link nicht vollständig kopiert. Öffnen Sie ihn bitte direkt aus der letzten E-Mail.',
      ],
      410: ['Dieser Termin ist vorbei', 'Eine Antwort ist nicht mehr nötig.'],
      429: ['Zu viele Änderungen', 'Ihre letzte Antwort gilt. Bitte versuchen Sie es später noch einmal.'],
      other: ['Das hat nicht geklappt', 'Bitte versuchen Sie es in einer Minute noch einmal.'],
    },
  },
  en: {
    when: 'When',
    repeats: '(repeats)',
    where: 'Where',
    video: 'Video',
    invited: 'Invited',
    about: 'What it is about',
    answer: 'Your answer',
    again: 'You can change your answer later.',
    buttons: { accepted: 'Accept', declined: 'Decline', tentative: 'Maybe' },
    answered: {
      accepted: 'You have accepted.',
      declined: 'You have declined.',
      tentative: 'You have answered maybe.',
    },
    gone: {
      404: [
        'There is no such link',
        'Perhaps the event was cancelled, or the link was not copied completely. Please open it from the latest mail.',
      ],
      410: ['This event is over', 'No answer is needed any more.'],
      429: ['Too many changes', 'Your last answer stands. Please try again later.'],
      other: ['That did not work', 'Please try again in a minute.'],
    },
  },
} as const
