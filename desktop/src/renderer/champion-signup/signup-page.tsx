import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const SignupPage = () => (
  <RequireRole role="staff">
    <Page title="Champion signup">{null}</Page>
  </RequireRole>
)
