import { Page } from '../../ui/page.tsx'
import { pages } from '../settings.messages.ts'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export const SecuritySettings = () => (
  <Page title={pages.security.title} about={pages.security.about}>
    <SecondFactor />
    <Passkeys />
    <Sessions />
    <PasswordForm />
  </Page>
)
