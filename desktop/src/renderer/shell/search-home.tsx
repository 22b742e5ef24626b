import { SearchPage } from '../alumni/search/search-page.tsx'
import { Morning } from '../morning/morning.tsx'

/** The search, with what waits under it until something is asked. */
export const SearchHome = () => <SearchPage start={<Morning />} />
