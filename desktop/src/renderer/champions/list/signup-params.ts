import { signupsQuery, type SignupsQuery, signupSorts, type SignupSort } from '@alumni/shared/champions/list-filters'
import { useSearch } from '@tanstack/react-router'
import { createListParams, useListAddress, type ListParams } from '../../domain/searches/list-params.ts'

export type SignupParams = ListParams<keyof SignupsQuery>
export type SignupParam = keyof SignupParams

const listParams = createListParams(Object.keys(signupsQuery.shape) as SignupParam[])
export const { read: readSignupParams, queryOf, paramsOf } = listParams

export const useSignupsAddress = () =>
  useListAddress<SignupParam>(useSearch({ from: '/shell/champion_signups' }), listParams)

const sortLabels: Record<SignupSort, string> = {
  '-signed_up': 'Newest first',
  signed_up: 'Oldest first',
  name: 'Last name, A to Z',
  '-name': 'Last name, Z to A',
  status: 'State, started first',
  '-status': 'State, linked first',
  place: 'Place, A to Z',
  '-place': 'Place, Z to A',
}

export const defaultSort: SignupSort = '-signed_up'

export function listSorts({ sort }: SignupParams) {
  return {
    defaultSort,
    sorts: signupSorts.map((each) => ({ sort: each, label: sortLabels[each] })),
    current: signupSorts.find((each) => each === sort) ?? defaultSort,
  }
}
