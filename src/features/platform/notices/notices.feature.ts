import type { Feature } from '#core/feature/feature'
import { type NoticeJobData, noticeJobName } from '#core/operation/notices'
import { NoticeResolver } from './notice.resolver.ts'
import { mailNotices } from './notices.mail.ts'

export const feature = {
  name: 'notices',
  resolvers: [NoticeResolver],
  // In the morning in Berlin, and again at noon after a failure.
  jobs: ({ services, system }) => [
    {
      ...{ name: noticeJobName, cron: '10 7,12 * * *' },
      run: ({ organizationId }: NoticeJobData) => mailNotices(services(), system, organizationId),
    },
  ],
} satisfies Feature
