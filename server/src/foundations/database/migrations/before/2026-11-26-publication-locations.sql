-- The city of an event or opportunity, with its state or region and the code of its country; none is the United States.
alter table events add column city text, add column region text, add column country text;
alter table opportunities add column city text, add column region text, add column country text;
