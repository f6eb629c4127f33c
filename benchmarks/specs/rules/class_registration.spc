// A driver has at most one class and one region of device numbers. It makes nodes (device_create) only while it has
// both, gives back only what it got, and keeps neither at the end.
OBSERVER AUTOMATON class_registration

INITIAL STATE Nothing;

STATE USEALL Nothing :
  MATCH {$1=register_chrdev_region($2,$3)} -> ASSUME {((int)$1)==0} GOTO Region;
  MATCH {$1=register_chrdev_region($2,$3)} -> ASSUME {((int)$1)!=0} GOTO Nothing;
  MATCH {$1=class_create($2)} -> ASSUME {$1!=0} GOTO Class;
  MATCH {$1=class_create($2)} -> ASSUME {$1==0} GOTO Nothing;
  MATCH {unregister_chrdev_region($?)} -> ERROR("region given back that was not registered");
  MATCH {class_destroy($?)} -> ERROR("class destroyed that was not created");
  MATCH {device_create($?)} -> ERROR("node without class and region");

STATE USEALL Region :
  MATCH {register_chrdev_region($?)} || MATCH {$1=register_chrdev_region($?)} -> ERROR("second region");
  MATCH {$1=class_create($2)} -> ASSUME {$1!=0} GOTO Both;
  MATCH {$1=class_create($2)} -> ASSUME {$1==0} GOTO Region;
  MATCH {unregister_chrdev_region($?)} -> GOTO Nothing;
  MATCH {class_destroy($?)} -> ERROR("class destroyed that was not created");
  MATCH {device_create($?)} -> ERROR("node without a class");
  MATCH EXIT -> ERROR("region never given back");

STATE USEALL Class :
  MATCH {$1=register_chrdev_region($2,$3)} -> ASSUME {((int)$1)==0} GOTO Both;
  MATCH {$1=register_chrdev_region($2,$3)} -> ASSUME {((int)$1)!=0} GOTO Class;
  MATCH {class_create($?)} || MATCH {$1=class_create($?)} -> ERROR("second class");
  MATCH {unregister_chrdev_region($?)} -> ERROR("region given back that was not registered");
  MATCH {class_destroy($?)} -> GOTO Nothing;
  MATCH {device_create($?)} -> ERROR("node without a region");
  MATCH EXIT -> ERROR("class never destroyed");

STATE USEALL Both :
  MATCH {register_chrdev_region($?)} || MATCH {$1=register_chrdev_region($?)} -> ERROR("second region");
  MATCH {class_create($?)} || MATCH {$1=class_create($?)} -> ERROR("second class");
  MATCH {unregister_chrdev_region($?)} -> GOTO Class;
  MATCH {class_destroy($?)} -> GOTO Region;
  MATCH {device_create($?)} -> GOTO Both;
  MATCH EXIT -> ERROR("class and region never given back");

END AUTOMATON
