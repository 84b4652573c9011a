import './activity.css'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'
import { NoticesDocument, NotificationsDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { useMay, useSession } from '../session.ts'
import { noticeLink, type OpenNotice, receivesNotices } from '../settings/notices/open-notice.ts'
import { messages } from './activity.messages.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { deliveryEvents, isAddressedTo, isUndelivered, notifiedEvents } from './activity-events.ts'
import { formatActor } from './describe-event.ts'
import { listUndeliveredMails, type UndeliveredMail } from './undelivered-mails.ts'

/** Notifications for the user. The last one read is stored in the browser. */
export function Notifications() {
  const { member } = useSession()
  const may = useMay()
  const hasNotices = receivesNotices(member.role)
  const mailResources = [...deliveryEvents, 'contract', 'booking'] as const
  const open = useQuery(NoticesDocument, {}, mailResources).data?.notices?.notices ?? []
  const { data } = useQuery(
    NotificationsDocument,
    {
      ...{ names: [...notifiedEvents], undelivered: [...deliveryEvents] },
      ...{ changes: !hasNotices, contracts: !hasNotices && may('contracts'), bookings: !hasNotices && may('bookings') },
    },
    [...notifiedEvents, ...mailResources],
  )
  const [isOpen, setOpen] = useState(false)
  const key = `kontor.read.${member.id}`
  const [read, setRead] = useState(() => Number(localStorage.getItem(key)))
  // These have no sequence number, so the last one read is stored as a time.
  const [readUntil, setReadUntil] = useState(() => Number(localStorage.getItem(`${key}.mails`)))
  const texts = messages.notifications
  const entries = [
    ...(data?.events?.events.filter((each) => isAddressedTo(each, member.id)) ?? []),
    ...(data?.changed?.events.filter(isUndelivered) ?? []),
  ].toSorted((a, b) => b.sequence - a.sequence)
  const mails = listUndeliveredMails(data, member.id)
  const isNew = ({ at }: Pick<UndeliveredMail, 'at'>) => Date.parse(at) > readUntil
  const isNewNotice = ({ since }: OpenNotice) => since !== null && isNew({ at: since })
  const unread =
    open.filter(isNewNotice).length +
    entries.filter(({ sequence }) => sequence > read).length +
    mails.filter(isNew).length
  const change = (isNow: boolean) => {
    setOpen(isNow)
    // New notifications stay marked as new while the popover is open.
    if (isNow) return
    const [latest] = entries
    if (latest) {
      localStorage.setItem(key, String(latest.sequence))
      setRead(latest.sequence)
    }
    const moments = [...mails.map(({ at }) => at), ...open.flatMap(({ since }) => since ?? [])]
    if (moments.length) {
      const newest = Math.max(...moments.map(Date.parse))
      localStorage.setItem(`${key}.mails`, String(newest))
      setReadUntil(newest)
    }
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={change}>
      <Button className="button plain bell">
        <Bell size={18} aria-hidden />
        <span className="unseen">{unread > 0 ? `${texts.title}, ${texts.unread(unread)}` : texts.title}</span>
        {unread > 0 && (
          <span className="count" aria-hidden>
            {unread > 9 ? '9+' : unread}
          </span>
        )}
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className="notifications">
          <Heading slot="title">{texts.title}</Heading>
          {open.length + entries.length + mails.length === 0 ? (
            <p className="quiet">{texts.none}</p>
          ) : (
            <ul>
              {open.map((notice) => (
                <li key={`${notice.url} ${notice.message}`} className={isNewNotice(notice) ? 'new' : undefined}>
                  <Link {...noticeLink(notice)} onClick={() => change(false)}>
                    {notice.message}
                  </Link>
                  {notice.detail && <span>{notice.detail}</span>}
                  <span className="quiet">
                    {messages.system}
                    {notice.since && (
                      <>
                        {' · '}
                        <time dateTime={notice.since}>{formatDateTime(notice.since)}</time>
                      </>
                    )}
                  </span>
                </li>
              ))}
              {mails.map((mail) => (
                <li key={mail.id} className={isNew(mail) ? 'new' : undefined}>
                  <Link {...mail.link} onClick={() => change(false)}>
                    {mail.text}
                  </Link>
                  <span className="quiet">
                    {messages.system} · <time dateTime={mail.at}>{formatDateTime(mail.at)}</time>
                  </span>
                </li>
              ))}
              {entries.map((each) => (
                <li key={each.id} className={each.sequence > read ? 'new' : undefined}>
                  <span>
                    <ActivityEntry entry={each} onGo={() => change(false)} />
                  </span>
                  <span className="quiet">
                    {formatActor(each)} · <time dateTime={each.createdAt}>{formatDateTime(each.createdAt)}</time>
                  </span>
                </li>
              ))}
            </ul>
          )}
          <Link to="/activity" onClick={() => change(false)}>
            {texts.all}
          </Link>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
