-- Nothing reads these any more: searches are not followed, and employers' names are not compared.
drop table search_moves, search_follows, employer_findings;
delete from report_searches where report = 'unknown_employers';
delete from letters where kind = 'followed-searches' and sent_at is null;
