import type { LinkProps } from '@tanstack/react-router'
import type { NoticesQuery } from '#schema/web/graphql'

export type OpenNotice = NonNullable<NoticesQuery['notices']>['notices'][number]

/** Roles that get a notice for each undelivered mail. */
export const receivesNotices = (role: string) => role === 'owner' || role === 'admin'

/** The service returns an absolute URL, as mails need one. */
export const noticeLink = ({ url }: Pick<OpenNotice, 'url'>): Pick<LinkProps, 'to'> => ({
  to: new URL(url).pathname.replace(/^\/app/, '') as LinkProps['to'],
})
