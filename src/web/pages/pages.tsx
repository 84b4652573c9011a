import { Link } from '@tanstack/react-router'
import { BookOpen, Plus } from 'lucide-react'
import { PageTreeDocument } from '../../../schema/web/graphql.ts'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { Blank, Loaded } from '../ui/states.tsx'
import { Told, useDoing } from '../ui/told.tsx'
import { treeIn } from './branch.ts'
import { type Doing, PageDialog } from './page-dialogs.tsx'
import { said } from './pages.words.ts'
import { PagesTree } from './pages-tree.tsx'
import './pages.css'

/** All pages, as a tree. */
export function Pages() {
  const may = useMay()
  const answer = useQuery(PageTreeDocument, {}, ['page'])
  const { doing, begin, news, tell, end, close } = useDoing<Doing>()
  const action = may('createPage') && (
    <Link to="/pages/new" className="button primary">
      <Plus size={16} aria-hidden />
      {said.create}
    </Link>
  )
  const tree = answer.data && treeIn(answer.data)
  return (
    <Page title={said.pages} about={said.about} action={tree?.length === 0 ? undefined : action}>
      <Told {...news} />
      <div className="card">
        <Loaded answer={answer} pick={treeIn}>
          {(branches) =>
            branches.length === 0 ? (
              <Blank icon={BookOpen} title={said.empty.title} action={action}>
                {said.empty.text}
              </Blank>
            ) : (
              <PagesTree tree={branches} begin={begin} tell={tell} />
            )
          }
        </Loaded>
      </div>
      {doing && tree && <PageDialog doing={doing} tree={tree} onDone={end} onClose={close} />}
    </Page>
  )
}
