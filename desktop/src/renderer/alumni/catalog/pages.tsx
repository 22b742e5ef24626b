import { CatalogPage } from './catalog-page.tsx'

export const MajorsPage = () => <CatalogPage key="majors" list="majors" />
export const AffinitiesPage = () => <CatalogPage key="affinities" list="affinities" />
export const ActivityCodesPage = () => <CatalogPage key="activity_codes" list="activity_codes" />
export const CollegesPage = () => <CatalogPage key="colleges" list="colleges" />
