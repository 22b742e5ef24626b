-- Whether a letter was given up because of its recipient; null where nobody noted that.
alter table letters add column refused_recipient boolean;
