-- Returns the key in letter_opt_outs for a folded address, or for a person such as 'alumnus 12' or 'signup 34'.
create or replace function opt_out_key(name text) returns text language sql stable parallel safe
return encode(sha256(convert_to(name, 'UTF8')), 'hex');
