import type { LinkProps } from '@tanstack/react-router'
import type { NoticesQuery } from '#schema/web/graphql'

export type OpenNotice = NonNullable<NoticesQuery['notices']>['notices'][number]

/** Whom the service gives a notice of each mail that did not arrive. */
export const receivesNotices = (role: string) => role === 'owner' || role === 'admin'

/** The service answers where a notice is handled as a whole address, for mails too. */
export const noticeLink = ({ url }: Pick<OpenNotice, 'url'>): Pick<LinkProps, 'to'> => ({
  to: new URL(url).pathname.replace(/^\/app/, '') as LinkProps['to'],
})
