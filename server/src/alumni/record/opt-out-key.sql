-- The key in letter_opt_outs of a folded address, of 'alumnus 12' or of 'signup 34'.
create or replace function opt_out_key(name text) returns text language sql stable parallel safe
return encode(sha256(convert_to(name, 'UTF8')), 'hex');
