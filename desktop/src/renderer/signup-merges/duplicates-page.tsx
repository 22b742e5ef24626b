import { RequireRole } from '../ui/require-role.tsx'
import { Page } from '../ui/page.tsx'

export const DuplicatesPage = () => (
  <RequireRole role="staff">
    <Page title="Possible duplicates">{null}</Page>
  </RequireRole>
)
