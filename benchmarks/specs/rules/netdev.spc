// The life of a network device: allocated, registered, unregistered, freed, in this order, and at the end it is gone. A
// module has one of them at a time.
OBSERVER AUTOMATON netdev

INITIAL STATE Nothing;

STATE USEALL Nothing :
  MATCH {$1=alloc_etherdev($2)} -> ASSUME {$1!=0} GOTO Allocated;
  MATCH {$1=alloc_etherdev($2)} -> ASSUME {$1==0} GOTO Nothing;
  MATCH {register_netdev($?)} || MATCH {$1=register_netdev($?)} -> ERROR("device registered that was not allocated");
  MATCH {unregister_netdev($?)} -> ERROR("device unregistered that was not allocated");
  MATCH {free_netdev($?)} -> ERROR("device freed that was not allocated");

STATE USEALL Allocated :
  MATCH {alloc_etherdev($?)} || MATCH {$1=alloc_etherdev($?)} -> ERROR("second device");
  MATCH {$1=register_netdev($2)} -> ASSUME {((int)$1)==0} GOTO Registered;
  MATCH {$1=register_netdev($2)} -> ASSUME {((int)$1)!=0} GOTO Allocated;
  MATCH {unregister_netdev($?)} -> ERROR("device unregistered that was not registered");
  MATCH {free_netdev($?)} -> GOTO Nothing;
  MATCH EXIT -> ERROR("device never freed");

STATE USEALL Registered :
  MATCH {alloc_etherdev($?)} || MATCH {$1=alloc_etherdev($?)} -> ERROR("second device");
  MATCH {register_netdev($?)} || MATCH {$1=register_netdev($?)} -> ERROR("device registered twice");
  MATCH {unregister_netdev($?)} -> GOTO Allocated;
  MATCH {free_netdev($?)} -> ERROR("device freed while it is registered");
  MATCH EXIT -> ERROR("device never unregistered");

END AUTOMATON
