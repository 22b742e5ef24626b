-- Saved searches by decade and by the beginning of a ZIP code use the filters that replace them.
update saved_searches
  set query = regexp_replace(query, '(^|&)decade=(\d{3})0(?=&|$)', '\1year_from=\20&year_to=\29')
  where list = 'alumni_search' and query !~ '(^|&)year_(from|to)=';
update saved_searches
  set query = regexp_replace(query, '(^|&)zip=(?=\d)', '\1near=')
  where (list = 'alumni_search' or query ~ '(^|&)zip=\d{5}(&|$)') and query !~ '(^|&)near=';
