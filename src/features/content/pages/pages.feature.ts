import { concurrentChange } from '#core/errors/database-error'
import { notFound } from '#core/errors/problem'
import type { Feature } from '#core/feature/feature'
import { detachAuthorFrom } from '#features/people/members/detach-author'
import { removePagesOfProject } from './delete-page.ts'
import { limitEventContent } from './limit-event-content.ts'
import { Page } from './page.entity.ts'
import { pages } from './page.policy.ts'
import { PageResolver } from './page.resolver.ts'
import { PageContentResolver, PageVersionContentResolver } from './page-content.resolver.ts'
import { PageVersion } from './page-version.entity.ts'
import { PageVersionResolver } from './page-version.resolver.ts'
import { examples } from './pages.examples.ts'

export const feature = {
  name: 'pages',
  entities: [Page, PageVersion],
  resolvers: [PageResolver, PageContentResolver, PageVersionResolver, PageVersionContentResolver],
  constraints: {
    pages_parent_id_fkey: concurrentChange,
    page_versions_page_id_fkey: { missing: notFound },
    page_links_page_id_fkey: { missing: notFound },
    page_links_target_id_fkey: { missing: notFound },
  },
  readable: { Page: pages.read },
  eventData: { Page: limitEventContent },
  searchable: [{ kind: 'page', table: 'pages', permission: pages.read }],
  onDelete: { Project: removePagesOfProject, Member: detachAuthorFrom('page_versions') },
  examples,
  demo: async () => (await import('./page.demo.ts')).pageDemo,
  fixture: () => import('./pages.fixture.ts'),
} satisfies Feature
